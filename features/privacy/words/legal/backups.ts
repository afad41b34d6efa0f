/** A sentence about deleted data in our backups. `kept`: the number of daily backups that are kept; 0 if none are made. */
export function backupWords(kept: number): string {
  if (kept === 0)
    return 'If we keep a copy of our records, it may hold your data until a newer copy replaces it.'
  if (kept === 1)
    return 'A backup may still hold it. We make one each day, so it is gone from there after a day.'
  return `Our backups may still hold it. We make one each day and keep the newest ${kept}, so it is gone from there after ${kept} days.`
}

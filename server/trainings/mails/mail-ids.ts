/**
 * The keys of an email about an offer or a training. Its `Message-ID` is derived, so that it is queued once and a second
 * delivery is the same email. A new decision has a higher sequence, also after a restore (server/trainings/restore.ts).
 */
export function mailKeys(kind: string, { sequence, uid }: { sequence: number; uid: string }) {
  const id = `${kind}-${sequence}-${uid}@everyday-ai`
  return { messageId: id, onceKey: id, orderKey: uid }
}

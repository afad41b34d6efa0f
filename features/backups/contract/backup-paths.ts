/** Addresses of backups */
export const backupPaths = {
  /** One backup as a file */
  file: (name: string) => `/api/settings/backups/${name}`,
} as const

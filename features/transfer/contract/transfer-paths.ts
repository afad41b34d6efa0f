/** Addresses of exports and imports */
export const transferPaths = {
  exportFile: (id: number | string) => `/api/exports/${id}/site.zip`,
  notesFile: (id: number | string) => `/api/imports/${id}/notes.csv`,
} as const

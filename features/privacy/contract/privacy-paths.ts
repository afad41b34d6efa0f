/** Addresses of a person’s own data */
export const privacyPaths = {
  yourDataSent: '/your-data?sent=1',
  dataLink: (token: string) => `/your-data/${token}`,
  dataFile: (token: string) => `/your-data/${token}/data.json`,
} as const

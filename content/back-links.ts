/** The words of the links that lead back, wherever they stand. */
export const waysBack = {
  home: 'Back to Home',
  /** After something is done, or has failed. */
  returnHome: 'Return to Home',
  admin: 'Back to the admin',
} as const

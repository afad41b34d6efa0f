/** Labels of all links back to another page. */
export const waysBack = {
  home: 'Back to Home',
  /** After an action succeeded or failed */
  returnHome: 'Return to Home',
  admin: 'Back to the admin',
} as const

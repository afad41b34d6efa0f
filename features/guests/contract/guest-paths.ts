/** Addresses of the pages for guest authors */
export const guestPaths = {
  /** An invitation, for anyone with the link */
  invitation: (token: string) => `/invite/${token}`,
  /** A guest's writing room, for anyone with the link */
  writingRoom: (token: string) => `/write/${token}`,
  /** The writing room right after the invitation was accepted. It tells the guest to save its link. */
  newWritingRoom: (token: string) => `/write/${token}?new=1`,
  /** Another address of the writing room: once a page that worked without JavaScript, so guests may have its link */
  plainRoom: (token: string) => `/write/${token}/plain`,
  /** Form for guests who have lost the link to their writing room */
  lostLink: '/write',
} as const

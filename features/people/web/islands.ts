export const islands = {
  ContactPanel: () => import('./contact-panel.tsx').then((m) => m.ContactPanel),
  WaitlistPanel: () => import('./waitlist-panel.tsx').then((m) => m.WaitlistPanel),
}

type PeopleIslands = typeof islands

declare module '../../../core/web/island.tsx' {
  interface Islands extends PeopleIslands {}
}

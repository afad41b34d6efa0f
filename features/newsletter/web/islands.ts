export const islands = {
  NewsletterPanel: () => import('./newsletter-panel.tsx').then((m) => m.NewsletterPanel),
}

type NewsletterIslands = typeof islands

declare module '../../../core/web/island.tsx' {
  interface Islands extends NewsletterIslands {}
}

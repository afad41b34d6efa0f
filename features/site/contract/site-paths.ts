/** Pages to which menus of the site can lead */
export const sitePaths = {
  onSiteTraining: '/#on-site-training',
  apps: '/apps',
  waitlist: '/waitlist',
  contact: '/contact',
  /** Access, export, and deletion of a person's own data */
  yourData: '/your-data',
} as const

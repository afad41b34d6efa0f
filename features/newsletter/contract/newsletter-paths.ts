/** The addresses of the newsletter */
export const newsletterPaths = {
  page: '/newsletter',
  asked: '/newsletter?asked=1',
  /** The confirmation link in an email */
  confirm: (token: string) => `/newsletter/confirm/${token}`,
  /** The unsubscribe link of each issue */
  manage: (token: string) => `/newsletter/yours/${token}`,
  saved: (token: string) => `/newsletter/yours/${token}?saved=1`,
  /** One-click unsubscribe for email programs (RFC 8058) */
  unsubscribe: (token: string) => `/newsletter/unsubscribe/${token}`,
  admin: '/admin/newsletter',
  subscribersFile: '/api/newsletter/subscribers.csv',
}

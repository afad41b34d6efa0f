/** Addresses of posts, of the office’s own pages, and of their screens */
export const postPaths = {
  blog: '/blog',
  post: (slug: string) => `/blog/${slug}`,
  /** The post as Markdown, for programs */
  postMarkdown: (slug: string) => `/blog/${slug}.md`,
  /** A page of the office's own, such as About. Its address is taken if a path here begins with it. */
  ownPage: (slug: string) => `/${slug}`,
  ownPageMarkdown: (slug: string) => `/${slug}.md`,
  ownPagePicture: (slug: string) => `/${slug}/social.png`,
  blogTag: (tag: string) => `/blog/tag/${encodeURIComponent(tag)}`,
  /** Route pattern of `blogTag` */
  blogTagRoute: '/blog/tag/:tag',
  blogSearch: (q: string) => `/blog?q=${encodeURIComponent(q)}`,
  /** The picture that social networks show for a link to a post */
  postPicture: (slug: string) => `/blog/${slug}/social.png`,
  /** Preview of a post for anyone with the link */
  sharedPreview: (token: string) => `/preview/${token}`,
  /** The posts of one guest author */
  author: (slug: string) => `/blog/author/${slug}`,
  /** The drawn picture of a post that is being written, for admins: query `kind`, `title`, `author` */
  socialPreview: '/admin/social-preview.png',
  /** Preview of a post for admins */
  preview: (id: number | string) => `/admin/preview/${id}`,
  /** The text editor with one post */
  adminPost: (id: number) => `/admin?tab=create&post=${id}`,
  /** The list of the office's own pages */
  adminOwnPages: '/admin/site/pages',
  /** The text editor with an empty page, and with one page */
  adminNewPage: '/admin?tab=create&kind=page',
  adminOwnPage: (id: number) => `/admin?tab=create&kind=page&post=${id}`,
  /** A guest's text under review */
  adminReview: (inviteId: number | string) => `/admin/review/${inviteId}`,
} as const

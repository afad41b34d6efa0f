/** Addresses of pictures, files, and their screens */
export const mediaPaths = {
  /** One size of a picture, in the best format that the browser accepts */
  media: (name: string, width: number | '%') => `/media/${name}-${width}`,
  /** The same size as a JPEG, whatever the client accepts */
  mediaJpeg: (name: string, width: number) => `/media/${name}-${width}.jpg`,
  /** Route pattern of `media` and `mediaJpeg` */
  mediaFile: '/media/:file',
  file: (name: string, fileName: string) => `/files/${name}/${fileName}`,
  adminMedia: '/admin/media',
  adminFiles: '/admin/media?tab=files',
} as const

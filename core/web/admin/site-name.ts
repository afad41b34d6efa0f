import { useQuery } from '@tanstack/react-query'
import type { LogoPicture } from '../../contract/look/site-look.ts'

export type SiteBrand = { siteName: string; logo: LogoPicture | undefined }

export const siteNameKey = ['site-name']

/** The name of the site. Saving a new one in the settings changes it at once. */
export function useSiteName(loaded: string): string {
  return useQuery({
    queryKey: siteNameKey,
    queryFn: () => loaded,
    initialData: loaded,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

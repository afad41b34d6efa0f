import { isFeatureOn } from '../../../core/contract/feature-switches.ts'
import type { Site } from '../../../core/contract/site.ts'
import type { Page, PublicFeature } from '../../../core/web/page.ts'

const features = Object.values(
  import.meta.glob<PublicFeature>('../../../features/*/feature.public.tsx', {
    eager: true,
    import: 'publicParts',
  }),
)

export const featurePages: Record<string, Page<never>> = Object.assign(
  {},
  ...features.map(({ pages }) => pages),
)

/** The features that are on */
export const featuresOn = ({ off }: Site) => features.filter(({ name }) => isFeatureOn(off, name))

import { paths } from '../../../../core/contract/paths.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { describePlaceholders } from '../../../pages/web/placeholder-words.ts'
import { useGetStarted } from './use-get-started.ts'

/** Tells owners that visitors can see addresses that lead nowhere, until they are set. */
export function PlaceholderBar() {
  const maySet = useMay('manageSite')
  const placeholders = useGetStarted()?.placeholders ?? []
  if (!maySet || placeholders.length === 0) return null
  return (
    <aside className="placeholder-bar" aria-label="Not set yet">
      <p>
        {describePlaceholders(placeholders)}{' '}
        <ScreenLink href={paths.adminSettingsTab('organisation')}>Set them in Organization</ScreenLink>
        {placeholders.some((kind) => kind === 'communityUrl' || kind === 'appUrls') && (
          <>
            , or <ScreenLink href={paths.adminSettingsTab('features')}>switch off</ScreenLink> what you don’t
            have
          </>
        )}
        .
      </p>
    </aside>
  )
}

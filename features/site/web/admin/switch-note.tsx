import { paths } from '../../../../core/contract/paths.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { useFeaturesOff } from '../../../../core/web/admin/features-off.ts'
import { InlineLink } from '../../../../core/web/admin/screen-link.tsx'

const noApps = { part: 'apps', question: 'You don’t offer apps?' }

/** Sections about what an office may not have, which a switch in Settings takes off the site */
const switched: Record<string, typeof noApps> = {
  apps: noApps,
  appsPage: noApps,
  community: { part: 'community', question: 'You have no community?' },
}

export const useIsOff = (section: string): boolean => {
  const off = useFeaturesOff()
  return off.includes(switched[section]?.part ?? '')
}

/** Leads from the form of a section to the switch of what it is about. */
export function SwitchNote({ section }: { section: string }) {
  const isOff = useIsOff(section)
  const maySwitch = useMay('manageSite')
  const { question } = switched[section] ?? {}
  if (!question) return null
  const change = isOff ? 'Switch it on' : 'Switch it off'
  return (
    <p className="form-note">
      {isOff ? 'This is switched off, so visitors don’t see it.' : question}{' '}
      {maySwitch ? (
        <InlineLink href={paths.adminSettingsTab('features')}>{change}</InlineLink>
      ) : (
        `An owner can switch it ${isOff ? 'on' : 'off'} in Settings > Features.`
      )}
    </p>
  )
}

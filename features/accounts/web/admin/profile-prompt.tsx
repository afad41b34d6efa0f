import { paths } from '../../../../core/contract/paths.ts'
import { todayRead } from '../../../../core/contract/today.ts'
import { unreadListSeen } from '../../../../core/contract/unread-counts.ts'
import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { TextButton } from '../../../../core/web/ui/button.tsx'
import { profileList } from '../../contract/team.ts'

/** Asks a user once for the name and the address that accounts of earlier versions do not have. */
export function ProfilePrompt({ onGone }: { onGone: () => void }) {
  const { run, busy } = useApiMutation(unreadListSeen, {
    failure: 'Not put away',
    alwaysInvalidates: [queryKeyOf(todayRead)],
    onReloaded: onGone,
  })
  return (
    <section className="card" aria-labelledby="today-profile">
      <h2 id="today-profile">Add your name and email</h2>
      <p>
        Clients and colleagues then see your name instead of your username. If you forget your password, a
        link for a new one comes by email.
      </p>
      <p className="form-actions">
        <ScreenLink className="btn btn-quiet" href={paths.adminSettingsTab('account')}>
          Add them
        </ScreenLink>
        <TextButton busy={busy} onClick={() => run({ params: { list: profileList } })}>
          Not now
        </TextButton>
      </p>
    </section>
  )
}

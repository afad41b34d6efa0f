import { LinkToCopy } from '../../../../../core/web/admin/link-to-copy.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { QuietButton } from '../../../../../core/web/ui/button.tsx'
import { focusOnMount } from '../../../../../core/web/ui/focus-on-mount.ts'
import { Modal } from '../../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { passwordLinkCreate, passwordLinkHours } from '../../../contract/password-links.ts'
import { userFactorReset } from '../../../contract/second-factor.ts'
import type { Member } from '../../../contract/team.ts'
import { teamQuery } from './team-query.ts'

type SignInHelpProps = { member: Member; onClose: () => void }

/** Helps a colleague who forgot their password or lost their second factor. */
export function SignInHelp({ member, onClose }: SignInHelpProps) {
  return (
    <Modal title={`Help ${member.displayName} sign in`} onClose={onClose}>
      <p>Make sure that it’s really them who asks, by a call for example.</p>
      <ForgottenPassword member={member} />
      {member.hasSecondFactor && <LostFactor member={member} onClose={onClose} />}
    </Modal>
  )
}

function ForgottenPassword({ member: { id, displayName } }: Pick<SignInHelpProps, 'member'>) {
  const making = useApiMutation(passwordLinkCreate)
  return (
    <Section id="forgotten-password" title="Forgot the password?" level={3}>
      {making.problem && <Notice tone="problem">{making.problem}</Notice>}
      {making.output ? (
        <div className="form" ref={focusOnMount} tabIndex={-1}>
          <p>
            Send this link to {displayName} in a way that only they can read. It works once, for{' '}
            {passwordLinkHours} hours, and we only show it here once.
          </p>
          <LinkToCopy name={displayName} link={making.output.url} button="Copy link" />
        </div>
      ) : (
        <>
          <p>
            Make a link on which they choose a new password. That signs them out everywhere and ends their API
            tokens. Two-step sign-in stays as it is.
          </p>
          <QuietButton busy={making.busy} onClick={() => making.run({ params: { id } })}>
            Make a link
          </QuietButton>
        </>
      )}
    </Section>
  )
}

function LostFactor({ member: { id, displayName }, onClose }: SignInHelpProps) {
  const resetting = useApiMutation(userFactorReset, {
    alwaysInvalidates: [teamQuery.queryKey],
    onSuccess() {
      showToast({ title: 'Two-step sign-in reset', description: displayName })
      onClose()
    },
  })
  return (
    <Section id="lost-factor" title="Lost their phone, passkeys, and recovery codes?" level={3}>
      {resetting.problem && <Notice tone="problem">{resetting.problem}</Notice>}
      <p>
        A reset ends all of these, signs them out everywhere, and ends their API tokens. Their password alone
        lets them in then.
      </p>
      <QuietButton busy={resetting.busy} onClick={() => resetting.run({ params: { id } })}>
        Reset two-step sign-in
      </QuietButton>
    </Section>
  )
}

import { useState } from 'react'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { AskDialog } from '../../../../../core/web/ui/ask-dialog.tsx'
import { QuietButton } from '../../../../../core/web/ui/button.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { recoveryCodesRenew } from '../../../contract/second-factor.ts'
import { type FactorSectionProps, secondFactorKey } from './factor-parts.tsx'

/** From this number of codes on, the user is told to make new ones */
const few = 3

export function CodesSection({ factor: { recoveryCodes }, onDone }: FactorSectionProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { run, busy, problem } = useApiMutation(recoveryCodesRenew, {
    invalidates: [secondFactorKey],
    onSuccess({ recoveryCodes: codes }) {
      setIsAsking(false)
      onDone('Your earlier codes no longer work.', codes)
    },
  })
  return (
    <Section id="recovery-codes" title="Recovery codes">
      <p className="form-note">
        Each one signs you in once if you lose your phone or passkey. {recoveryCodes.left} of{' '}
        {recoveryCodes.total} are left.
      </p>
      {recoveryCodes.left <= few && (
        <p className="notice">
          You have {recoveryCodes.left === 0 ? 'no' : 'few'} codes left. Make new ones below.
        </p>
      )}
      <div className="form-actions">
        <QuietButton onClick={() => setIsAsking(true)}>Make new codes</QuietButton>
      </div>
      {isAsking && (
        <AskDialog
          title="Make new recovery codes?"
          yes="Make new codes"
          busy={busy}
          onYes={() => run({})}
          onClose={() => setIsAsking(false)}
        >
          {problem && <Notice tone="problem">{problem}</Notice>}
          <p>The codes that you have now stop working.</p>
        </AskDialog>
      )}
    </Section>
  )
}

import { useState } from 'react'
import { recoveryCodesRenew } from '../../../../contracts/second-factor.ts'
import { AskDialog } from '../../../ui/ask-dialog.tsx'
import { QuietButton } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useApiMutation } from '../../use-api-mutation.ts'
import { type FactorSectionProps, secondFactorKey } from './factor-section.ts'

export function CodesSection({ factor: { recoveryCodes }, onNewCodes }: FactorSectionProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { run, busy, problem } = useApiMutation(recoveryCodesRenew, {
    invalidates: [secondFactorKey],
    onSuccess({ recoveryCodes: codes }) {
      setIsAsking(false)
      onNewCodes(codes)
    },
  })
  return (
    <section aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">Recovery codes</h2>
      <p className="form-note">
        Each one signs you in once if you lose your phone or passkey. {recoveryCodes.left} of{' '}
        {recoveryCodes.total} are left.
      </p>
      <QuietButton onClick={() => setIsAsking(true)}>Make new codes</QuietButton>
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
    </section>
  )
}

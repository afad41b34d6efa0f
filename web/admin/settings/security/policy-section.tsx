import { factorPolicyUpdate } from '../../../../contracts/second-factor.ts'
import { CheckBox } from '../../../ui/check-box.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useApiMutation } from '../../use-api-mutation.ts'
import { type FactorSectionProps, secondFactorKey } from './factor-section.ts'

/** For owners: whether everyone needs a second factor */
export function PolicySection({ factor: { isRequired, app, passkeys } }: Pick<FactorSectionProps, 'factor'>) {
  const lacksFactor = !app && passkeys.length === 0
  const { run, busy, problem } = useApiMutation(factorPolicyUpdate, {
    invalidates: [secondFactorKey],
    onSuccess: (_, { body }) =>
      showToast({ title: body.isRequired ? 'Now required for everyone' : 'No longer required' }),
  })
  return (
    <section aria-labelledby="policy">
      <h2 id="policy">Everyone at this site</h2>
      {problem && <Notice tone="problem">{problem}</Notice>}
      <CheckBox
        checked={isRequired}
        aria-describedby="policy-hint"
        aria-disabled={busy || undefined}
        disabled={lacksFactor && !isRequired}
        onChange={({ currentTarget }) => run({ body: { isRequired: currentTarget.checked } })}
      >
        Require two-step sign-in for everyone
      </CheckBox>
      <p className="field-hint" id="policy-hint">
        {lacksFactor && !isRequired && 'Add a passkey or an app for yourself first. '}
        People without it set it up at their next sign-in, before they can do anything else.
      </p>
    </section>
  )
}

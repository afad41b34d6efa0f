import { useQuery } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { confirmQuestion } from '../../../../core/web/admin/repeated-requests.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { SubmitButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { PasswordField } from '../../../../core/web/ui/password-field.tsx'
import { accountConfirm } from '../../contract/passkeys.ts'
import { secondFactorRead } from '../../contract/second-factor.ts'
import { CodeField } from '../code-field.tsx'
import { KnownUsername } from '../known-username.tsx'
import { askForPasskey, supportsPasskeys } from '../passkeys.ts'

/** Asks for the password again before a sensitive change. Rendered once in the app. */
export function ConfirmDialog() {
  const open = useSyncExternalStore(confirmQuestion.subscribe, confirmQuestion.read)
  return open ? <Confirm onDone={open.settle} /> : null
}

function Confirm({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const { username } = useCurrentUser()
  const { data } = useQuery(apiQuery(secondFactorRead))
  const [wantsCode, setWantsCode] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { run, busy, problem, reset } = useApiMutation(accountConfirm, {
    onSuccess: () => onDone(true),
    onError: () => field.current?.select(),
  })
  const asking = useApiMutation(
    async () => call(accountConfirm, { body: { passkey: await askForPasskey() } }),
    { onSuccess: () => onDone(true) },
  )
  const hasPasskey = (data?.passkeys.length ?? 0) > 0 && supportsPasskeys()

  function confirm(typed: FormData) {
    const value = (name: string) => String(typed.get(name))
    run({ body: wantsCode ? { code: value('code') } : { password: value('password') } })
  }

  return (
    <Modal title="Confirm it’s you" onClose={() => onDone(false)} first={field}>
      <p>
        We ask before passwords, keys, and accounts are used or changed, in case someone else is at your
        computer. Enter the {wantsCode ? 'code' : 'password'} that you sign in with. We won’t ask again for
        ten minutes.
      </p>
      <Form noValidate={false} onSubmit={confirm}>
        {(problem ?? asking.problem) && <Notice tone="problem">{problem ?? asking.problem}</Notice>}
        {wantsCode ? (
          <CodeField label="Code from your app" autoFocus ref={field} />
        ) : (
          <>
            <KnownUsername username={username} />
            <PasswordField
              label="Password"
              name="password"
              required
              autoComplete="current-password"
              ref={field}
            />
          </>
        )}
        <SubmitButton busy={busy} label="Confirm" busyLabel="Checking..." />
        {hasPasskey && (
          <TextButton
            busy={asking.busy}
            onClick={() => {
              reset()
              asking.run()
            }}
          >
            Use a passkey instead
          </TextButton>
        )}
        {data?.app?.isReadable && (
          <TextButton
            onClick={() => {
              reset()
              setWantsCode(!wantsCode)
            }}
          >
            {wantsCode ? 'Use your password instead' : 'Use a code from your app instead'}
          </TextButton>
        )}
      </Form>
    </Modal>
  )
}

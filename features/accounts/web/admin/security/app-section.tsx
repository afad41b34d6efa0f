import { useRef, useState } from 'react'
import { formatRecent } from '../../../../../core/contract/format-date.ts'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../../core/web/api.ts'
import { QuietButton, SubmitButton } from '../../../../../core/web/ui/button.tsx'
import { Form } from '../../../../../core/web/ui/form.tsx'
import { Modal } from '../../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { type TotpSetup, totpConfirm, totpDelete, totpStart } from '../../../contract/second-factor.ts'
import { CodeField } from '../../code-field.tsx'
import { type FactorSectionProps, RemoveFactor, secondFactorKey } from './factor-parts.tsx'

export function AppSection({ factor: { app }, onDone }: FactorSectionProps) {
  const [setup, setSetup] = useState<TotpSetup>()
  const [isRemoving, setIsRemoving] = useState(false)
  const starting = useApiMutation(totpStart, { onSuccess: setSetup })
  return (
    <Section id="app" title="Authenticator app" takesFocus>
      <p className="form-note">
        {app
          ? `Connected: ${formatRecent(app.createdAt)}. It shows the code that you enter after your password.`
          : 'An app on your phone or in your password manager shows a code that you enter after your password.'}
      </p>
      {app && !app.isReadable && <Notice tone="problem">{appIsUnreadable}</Notice>}
      {starting.problem && <Notice tone="problem">{starting.problem}</Notice>}
      <div className="form-actions">
        <QuietButton busy={starting.busy} onClick={() => starting.run({})}>
          {app ? 'Connect another app instead' : 'Set up an app'}
        </QuietButton>
        {app && <QuietButton onClick={() => setIsRemoving(true)}>Remove the app</QuietButton>}
      </div>
      {setup && (
        <SetupDialog
          setup={setup}
          onClose={() => setSetup(undefined)}
          onDone={(codes) => {
            setSetup(undefined)
            onDone('App connected.', codes)
          }}
        />
      )}
      {isRemoving && (
        <RemoveFactor
          title="Remove the authenticator app?"
          yes="Remove app"
          remove={() => call(totpDelete)}
          toast={{ title: 'App removed' }}
          heading="app"
          onClose={() => setIsRemoving(false)}
        >
          Its codes will no longer sign you in. Without a passkey, your password alone opens your account
          then.
        </RemoveFactor>
      )}
    </Section>
  )
}

type SetupDialogProps = {
  setup: TotpSetup
  onClose: () => void
  onDone: (codes: string[] | null) => void
}

function SetupDialog({ setup, onClose, onDone }: SetupDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const { run, busy, problem } = useApiMutation(totpConfirm, {
    invalidates: [secondFactorKey],
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
    onError: () => field.current?.select(),
  })
  return (
    <Modal title="Connect an authenticator app" onClose={onClose} first={field}>
      <p>
        Scan this with an authenticator app, such as the one of your password manager, Google Authenticator,
        or 2FAS. Then enter the code that the app shows.
      </p>
      <p>
        <a className="btn btn-quiet btn-small" href={setup.uri}>
          On this phone? Open it in your app
        </a>
      </p>
      <QrCode code={setup.qrCode} />
      <p>
        Can’t scan it? Type this key:{' '}
        <code className="totp-key">{setup.secret.match(/.{4}/g)?.join(' ')}</code>
      </p>
      <Form noValidate={false} onSubmit={(typed) => run({ body: { code: String(typed.get('code')) } })}>
        {problem && <Notice tone="problem">{problem}</Notice>}
        <CodeField label="Code from the app" ref={field} />
        <SubmitButton busy={busy} label="Connect the app" busyLabel="Checking..." />
      </Form>
    </Modal>
  )
}

/** Said of an app whose codes the server can't check, because its secret key is missing or wrong */
const appIsUnreadable =
  'Its codes can’t be checked right now. Sign in with a recovery code or a passkey, and ask the person who runs your server about the secret key.'

/** A QR code, black on white in both themes, because scanners need that contrast. */
function QrCode({ code: { size, path } }: { code: TotpSetup['qrCode'] }) {
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for your app">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

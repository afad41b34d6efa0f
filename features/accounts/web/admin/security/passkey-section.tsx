import { useRef, useState } from 'react'
import { formatRecent } from '../../../../../core/contract/format-date.ts'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../../core/web/api.ts'
import { QuietButton, SmallButton, SubmitButton } from '../../../../../core/web/ui/button.tsx'
import { InputField } from '../../../../../core/web/ui/field.tsx'
import { Form } from '../../../../../core/web/ui/form.tsx'
import { Modal } from '../../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { passkeyDelete, passkeyNameLimit, passkeyRename } from '../../../contract/passkeys.ts'
import type { Passkey } from '../../../contract/second-factor.ts'
import { addPasskey, supportsPasskeys } from '../../passkeys.ts'
import { type FactorSectionProps, RemoveFactor, secondFactorKey } from './factor-parts.tsx'

export function PasskeySection({ factor: { passkeys, passkeyObstacle }, onDone }: FactorSectionProps) {
  const adding = useApiMutation(addPasskey, {
    invalidates: [secondFactorKey],
    onSuccess: ({ recoveryCodes }) => onDone('Passkey added.', recoveryCodes),
  })
  const obstacle =
    passkeyObstacle ??
    (supportsPasskeys()
      ? undefined
      : 'This browser can’t make passkeys here. Open the site at its own address, or in another browser.')
  return (
    <Section id="passkeys" title="Passkeys" takesFocus>
      <p className="form-note">
        Sign in without a password, with your fingerprint, your face, or your device’s PIN.
      </p>
      {passkeys.length > 0 && (
        <ul className="session-list">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {obstacle && <p>{obstacle}</p>}
      {adding.problem && <Notice tone="problem">{adding.problem}</Notice>}
      {!obstacle && (
        <div className="form-actions">
          <QuietButton busy={adding.busy} onClick={() => adding.run()}>
            Add a passkey
          </QuietButton>
        </div>
      )}
    </Section>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { id, name, createdAt, lastUsedAt } = passkey
  const [dialog, setDialog] = useState<'rename' | 'remove'>()
  const close = () => setDialog(undefined)
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <p className="field-hint">
          Added: {formatRecent(createdAt)} · Last used: {lastUsedAt ? formatRecent(lastUsedAt) : 'never'}
        </p>
      </div>
      <div className="form-actions">
        <SmallButton onClick={() => setDialog('rename')}>
          Rename<span className="sr-only"> {name}</span>
        </SmallButton>
        <SmallButton onClick={() => setDialog('remove')}>
          Remove<span className="sr-only"> {name}</span>
        </SmallButton>
      </div>
      {dialog === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {dialog === 'remove' && (
        <RemoveFactor
          title="Remove this passkey?"
          yes="Remove passkey"
          remove={() => call(passkeyDelete, { params: { id } })}
          toast={{ title: 'Passkey removed', description: name }}
          heading="passkeys"
          onClose={close}
        >
          {`“${name}” will no longer sign you in. Delete it from your device or password manager, too.`}
        </RemoveFactor>
      )}
    </li>
  )
}

function RenameDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const { run, busy, problem } = useApiMutation(passkeyRename, {
    invalidates: [secondFactorKey],
    onSuccess: onClose,
  })
  return (
    <Modal title="Rename this passkey" onClose={onClose} first={field}>
      <Form
        noValidate={false}
        onSubmit={(typed) => run({ params: { id }, body: { name: String(typed.get('name')).trim() } })}
      >
        {problem && <Notice tone="problem">{problem}</Notice>}
        <InputField
          label="Name"
          name="name"
          required
          pattern=".*\S.*"
          maxLength={passkeyNameLimit}
          defaultValue={name}
          ref={field}
        />
        <SubmitButton busy={busy} label="Save name" />
      </Form>
    </Modal>
  )
}

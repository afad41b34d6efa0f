import { type ReactNode, useRef, useState } from 'react'
import { apiQuery } from '../../../../../core/web/admin/api.ts'
import { useMay } from '../../../../../core/web/admin/current-user.ts'
import { useLoaded } from '../../../../../core/web/admin/load-problem.tsx'
import type { SettingsTabProps } from '../../../../../core/web/admin/settings/settings-tab.ts'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { AskDialog } from '../../../../../core/web/ui/ask-dialog.tsx'
import { Button } from '../../../../../core/web/ui/button.tsx'
import { CheckBox } from '../../../../../core/web/ui/check-box.tsx'
import { CopyButton } from '../../../../../core/web/ui/copy-button.tsx'
import { Modal } from '../../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { factorPolicyUpdate, type SecondFactor, secondFactorRead } from '../../../contract/second-factor.ts'
import { AppSection } from './app-section.tsx'
import { CodesSection } from './codes-section.tsx'
import { type FactorSectionProps, secondFactorKey } from './factor-parts.tsx'
import { PasskeySection } from './passkey-section.tsx'

/** Reloaded each time the tab opens, because sign-ins use up recovery codes, and owners can reset all of it. */
const secondFactorQuery = { ...apiQuery(secondFactorRead), staleTime: 0 }

export function SecurityTab({ names: [, siteName = ''] }: SettingsTabProps) {
  const mayRequire = useMay('manageTeam')
  return (
    <FactorSections siteName={siteName} after={(factor) => mayRequire && <PolicySection factor={factor} />} />
  )
}

type FactorSectionsProps = {
  siteName: string
  /** Shown below the sections */
  after: (factor: SecondFactor) => ReactNode
}

/** The second step of the user's sign-in: passkeys, an authenticator app, and recovery codes */
export function FactorSections({ siteName, after }: FactorSectionsProps) {
  const { data, notLoaded } = useLoaded(secondFactorQuery, {
    failure: 'Your security settings couldn’t be loaded.',
  })
  const [made, setMade] = useState<Omit<NewCodesProps, 'siteName' | 'onClose'>>()
  if (!data) return notLoaded
  // The dialog with the codes has the message, too: a toast would cover its buttons on a phone.
  const onDone = (message: string, codes: string[] | null) =>
    codes ? setMade({ message, codes }) : showToast({ title: message })
  const isOn = data.app !== null || data.passkeys.length > 0
  const isAppOnly = data.passkeyObstacle !== null && data.passkeys.length === 0
  const passkeys = <PasskeySection factor={data} onDone={onDone} />
  return (
    <>
      <p className="form-note">
        {isOn
          ? 'Two-step sign-in is on: your password alone doesn’t open your account.'
          : `Two-step sign-in is off. Add ${isAppOnly ? '' : 'a passkey or '}an app, so that your password alone doesn’t open your account.`}
      </p>
      {!isAppOnly && passkeys}
      <AppSection factor={data} onDone={onDone} />
      {isAppOnly && passkeys}
      {isOn && <CodesSection factor={data} onDone={onDone} />}
      {after(data)}
      {made && <NewCodes {...made} siteName={siteName} onClose={() => setMade(undefined)} />}
    </>
  )
}

type NewCodesProps = { message: string; codes: string[]; siteName: string; onClose: () => void }

/** Shows the codes for the only time. A stray key does not close it, because nothing else has them yet. */
function NewCodes({ message, codes, siteName, onClose }: NewCodesProps) {
  const text = `Recovery codes for ${siteName}. Each one works once, if your phone or passkey is lost.\n\n${codes.join('\n')}\n`
  const list = useRef<HTMLUListElement>(null)
  const [isKept, setIsKept] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Modal title="Your recovery codes" first={list} onClose={() => (isKept ? onClose() : setIsAsking(true))}>
      <p role="status">{message}</p>
      <p>
        Each code signs you in once if you lose your phone or passkey. Save them where only you can find them.
        They won’t be shown again.
      </p>
      <ul className="recovery-codes" aria-label="Recovery codes" ref={list} tabIndex={-1}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <a
          className="btn btn-quiet"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          onClick={() => setIsKept(true)}
        >
          Download
        </a>
        <CopyButton label="Copy" text={() => codes.join('\n')} onCopied={() => setIsKept(true)} />
      </div>
      <div className="form-actions">
        <Button onClick={onClose}>I saved them</Button>
      </div>
      {isAsking && (
        <AskDialog
          title="Close without saving the codes?"
          yes="Close"
          no="Back to the codes"
          onYes={onClose}
          onClose={() => setIsAsking(false)}
        >
          <p>They won’t be shown again. Without them, a lost phone or passkey locks you out.</p>
        </AskDialog>
      )}
    </Modal>
  )
}

/** For owners: whether everyone needs a second factor */
function PolicySection({ factor: { isRequired, app, passkeys } }: Pick<FactorSectionProps, 'factor'>) {
  const lacksFactor = !app && passkeys.length === 0
  const { run, busy, problem } = useApiMutation(factorPolicyUpdate, {
    invalidates: [secondFactorKey],
    onSuccess: (_, { body }) =>
      showToast({ title: body.isRequired ? 'Now required for everyone' : 'No longer required' }),
  })
  return (
    <Section id="policy" title="Everyone at this site">
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
    </Section>
  )
}

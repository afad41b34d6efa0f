import { useRef, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { paths } from '../../../../core/contract/paths.ts'
import {
  codeNeeded,
  type SessionUser,
  sessionCreate,
  sessionRead,
} from '../../../../core/contract/session.ts'
import { setCurrentUser, useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { signInQuestion } from '../../../../core/web/admin/repeated-requests.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import type { ApiError } from '../../../../core/web/api.ts'
import { problemOf } from '../../../../core/web/api-failures.ts'
import { Button, TextButton } from '../../../../core/web/ui/button.tsx'
import { ExternalLink } from '../../../../core/web/ui/external-link.tsx'
import { InputField } from '../../../../core/web/ui/field.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { PasswordField } from '../../../../core/web/ui/password-field.tsx'
import { CodeField } from '../code-field.tsx'
import { PasskeyButton } from '../passkey-button.tsx'
import { hasUsedPasskey, supportsPasskeys } from '../passkeys.ts'

/** Opens when a request fails because the session has ended. Rendered once in the app. */
export function SignInDialog() {
  const open = useSyncExternalStore(signInQuestion.subscribe, signInQuestion.read)
  return open ? <SignIn onDone={open.settle} /> : null
}

type CodeQuestion = { text: string; hasPasskey: boolean }
type Credentials = { username: string; password: string }
/** After the password: the question for the code, or the request to set up a second factor first */
type NextStep = { step: 'code'; question: CodeQuestion; credentials: Credentials } | { step: 'set-up' }

function SignIn({ onDone }: { onDone: (signedIn: boolean) => void }) {
  const first = useRef<HTMLInputElement>(null)
  const [next, setNext] = useState<NextStep>()

  function finish({ user, mustSetUpFactor }: { user: SessionUser; mustSetUpFactor?: true | undefined }) {
    if (mustSetUpFactor) return setNext({ step: 'set-up' })
    setCurrentUser(user)
    onDone(true)
  }

  return (
    <Modal title="Sign in again" onClose={() => onDone(false)} first={first}>
      {!next && (
        <>
          <p>Your session ended. Nothing was lost: sign in to pick up where you left off.</p>
          {hasUsedPasskey() && <PasskeyButton insteadOf="password" onSignedIn={finish} />}
          <PasswordStep
            first={first}
            onSignedIn={finish}
            onCodeNeeded={(question, credentials) => setNext({ step: 'code', question, credentials })}
          />
        </>
      )}
      {next?.step === 'code' && (
        <CodeStep {...next} onSignedIn={finish} onStartOver={() => setNext(undefined)} />
      )}
      {next?.step === 'set-up' && <SetUpStep onSignedIn={finish} />}
    </Modal>
  )
}

type StepProps = { onSignedIn: (signedIn: { user: SessionUser; mustSetUpFactor?: true | undefined }) => void }

type PasswordStepProps = StepProps & {
  first: React.RefObject<HTMLInputElement | null>
  onCodeNeeded: (question: CodeQuestion, credentials: Credentials) => void
}

function PasswordStep({ first, onSignedIn, onCodeNeeded }: PasswordStepProps) {
  const { username } = useCurrentUser()
  const { run, busy, problem } = useApiMutation(sessionCreate, {
    isSignIn: true,
    onSuccess: onSignedIn,
    onError(error, { body: { username, password } }) {
      const asked = problemOf(error)
      if (asked?.code !== 'code-needed') return first.current?.select()
      const hasPasskey = z.safeParse(codeNeeded, (error as ApiError).body).data?.factors.passkey ?? false
      onCodeNeeded({ text: asked.detail, hasPasskey }, { username, password })
    },
  })

  function signIn(typed: FormData) {
    run({ body: { username: String(typed.get('username')), password: String(typed.get('password')) } })
  }

  return (
    <Form noValidate={false} onSubmit={signIn}>
      {problem && <Notice tone="problem">{problem}</Notice>}
      <InputField
        label="Username"
        name="username"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={username}
      />
      <PasswordField label="Password" name="password" required autoComplete="current-password" ref={first} />
      <Button type="submit" disabled={busy}>
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
    </Form>
  )
}

type CodeStepProps = StepProps & {
  question: CodeQuestion
  credentials: Credentials
  onStartOver: () => void
}

function CodeStep({ question, credentials, onSignedIn, onStartOver }: CodeStepProps) {
  const field = useRef<HTMLInputElement>(null)
  const { run, busy, problem } = useApiMutation(sessionCreate, {
    isSignIn: true,
    onSuccess: onSignedIn,
    onError: () => field.current?.select(),
  })
  return (
    <>
      <p>{question.text}</p>
      {question.hasPasskey && supportsPasskeys() && (
        <PasskeyButton insteadOf="code" onSignedIn={onSignedIn} />
      )}
      <Form
        noValidate={false}
        onSubmit={(typed) => run({ body: { ...credentials, code: String(typed.get('code')) } })}
      >
        {problem && <Notice tone="problem">{problem}</Notice>}
        <CodeField autoFocus ref={field} />
        <Button type="submit" disabled={busy}>
          {busy ? 'Signing in...' : 'Sign in'}
        </Button>
        <TextButton onClick={onStartOver}>Start over</TextButton>
      </Form>
    </>
  )
}

/** The site has begun to require a second factor. It is set up in another tab, so that nothing on this one is lost. */
function SetUpStep({ onSignedIn }: StepProps) {
  const { run, busy, problem } = useApiMutation(sessionRead, { isSignIn: true, onSuccess: onSignedIn })
  return (
    <>
      <p>
        This site now asks everyone for a second step at sign-in. Set yours up in a new tab, then come back
        here. What you wrote stays on this page.
      </p>
      {problem && <Notice tone="problem">{problem}</Notice>}
      <p>
        <ExternalLink href={paths.adminSecondFactor}>Set up two-step sign-in</ExternalLink>
      </p>
      <Button busy={busy} onClick={() => run({})}>
        Continue
      </Button>
    </>
  )
}

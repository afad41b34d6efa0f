import { useRef, useSyncExternalStore } from 'react'
import { sessionCreate } from '../../contracts/session.ts'
import { Button } from '../ui/button.tsx'
import { InputField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Modal } from '../ui/modal.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { signInQuestion } from './sign-in-again.ts'
import { useApiMutation } from './use-api-mutation.ts'

/** Opens when a request fails because the session has ended. Rendered once in the app. */
export function SignInDialog({ username }: { username: string }) {
  const open = useSyncExternalStore(signInQuestion.subscribe, signInQuestion.read)
  return open ? <SignIn username={username} onDone={open.settle} /> : null
}

function SignIn({ username, onDone }: { username: string; onDone: (signedIn: boolean) => void }) {
  const password = useRef<HTMLInputElement>(null)
  const { run, busy, problem } = useApiMutation(sessionCreate, {
    isSignIn: true,
    onSuccess: () => onDone(true),
    onError: () => password.current?.select(),
  })

  function signIn(typed: FormData) {
    run({ body: { username: String(typed.get('username')), password: String(typed.get('password')) } })
  }

  return (
    <Modal title="Sign in again" onClose={() => onDone(false)} first={password}>
      <p>Your session ended. Nothing was lost: sign in to pick up where you left off.</p>
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
        <PasswordField
          label="Password"
          name="password"
          required
          autoComplete="current-password"
          ref={password}
        />
        <Button type="submit" disabled={busy}>
          {busy ? 'Signing in...' : 'Sign in'}
        </Button>
      </Form>
    </Modal>
  )
}

import type { TotpSetup } from '../../contracts/second-factor.ts'
import { QrCode } from './qr-code.tsx'

/** What to do with an authenticator app, up to entering its first code */
export function TotpSteps({ setup: { secret, uri, qrCode } }: { setup: TotpSetup }) {
  return (
    <>
      <p>
        Scan this with an authenticator app, such as the one of your password manager, Google Authenticator,
        or 2FAS. Then enter the code that the app shows.
      </p>
      <p>
        <a className="btn btn-quiet btn-small" href={uri}>
          On this phone? Open it in your app
        </a>
      </p>
      <QrCode code={qrCode} />
      <p>
        Can’t scan it? Type this key: <code className="totp-key">{secret.match(/.{4}/g)?.join(' ')}</code>
      </p>
    </>
  )
}

/** Said of an app whose codes the server can't check, because its secret key is missing or wrong */
export const appIsUnreadable =
  'Its codes can’t be checked right now. Sign in with a recovery code or a passkey, and ask the person who runs your server about the secret key.'

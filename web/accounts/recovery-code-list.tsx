import { CopyButton } from '../ui/copy-button.tsx'

/** New recovery codes, with ways to keep them */
export function RecoveryCodeList({ codes, siteName }: { codes: readonly string[]; siteName: string }) {
  const text = `Recovery codes for ${siteName}. Each one works once, if your phone or passkey is lost.\n\n${codes.join('\n')}\n`
  return (
    <>
      <p>
        Each code signs you in once if you lose your phone or passkey. Save them where only you can find them.
        They won’t be shown again.
      </p>
      <ul className="recovery-codes" aria-label="Recovery codes">
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
        >
          Download
        </a>
        <CopyButton label="Copy" text={() => codes.join('\n')} />
      </div>
    </>
  )
}

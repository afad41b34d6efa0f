import type { Ref } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'

type RecoveryCodeListProps = {
  codes: readonly string[]
  siteName: string
  ref?: Ref<HTMLUListElement>
  /** Called once the codes are downloaded or copied */
  onKept?: () => void
}

/** New recovery codes, with ways to keep them */
export function RecoveryCodeList({ codes, siteName, ref, onKept }: RecoveryCodeListProps) {
  const text = `Recovery codes for ${siteName}. Each one works once, if your phone or passkey is lost.\n\n${codes.join('\n')}\n`
  return (
    <>
      <p>
        Each code signs you in once if you lose your phone or passkey. Save them where only you can find them.
        They won’t be shown again.
      </p>
      <ul className="recovery-codes" aria-label="Recovery codes" ref={ref} tabIndex={-1}>
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
          onClick={onKept}
        >
          Download
        </a>
        <CopyButton label="Copy" text={() => codes.join('\n')} onCopied={onKept} />
      </div>
    </>
  )
}

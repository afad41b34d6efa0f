import { CopyButton } from '../../../../core/web/ui/copy-button.tsx'
import { ExternalLink } from '../../../../core/web/ui/external-link.tsx'
import { InputField } from '../../../../core/web/ui/field.tsx'

/** The client's own page: a link to copy and send by hand, and to see what the client sees */
export function LinkToShare({ label, link }: { label: string; link: string }) {
  return (
    <div className="link-to-share">
      <InputField
        label={label}
        hint="Anyone with this link can answer for the client, so send it only to them."
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="form-actions">
        <CopyButton label="Copy link" text={() => link} />
        <ExternalLink className="btn btn-quiet" href={link}>
          See their page
        </ExternalLink>
      </div>
    </div>
  )
}

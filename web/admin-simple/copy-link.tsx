import { CopyButton } from '../ui/copy-button.tsx'

/** Beside a field with a link, where script runs. */
export function CopyLink({ url }: { url: string }) {
  return <CopyButton label="Copy link" text={() => url} />
}

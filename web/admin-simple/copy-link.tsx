import { CopyButton } from '../ui/copy-button.tsx'

/** Copies the link in the field next to it. */
export function CopyLink({ url }: { url: string }) {
  return <CopyButton label="Copy link" text={() => url} />
}

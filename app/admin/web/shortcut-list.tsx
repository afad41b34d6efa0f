import { CheckBox } from '../../../core/web/ui/check-box.tsx'
import { Fact } from '../../../core/web/ui/fact.tsx'
import { Modal } from '../../../core/web/ui/modal.tsx'

const shortcuts = [
  ['/', 'Search'],
  ['n', 'Write a new post'],
  ['Ctrl + S', 'Save and keep writing (Cmd + S on a Mac)'],
  ['?', 'Show this list'],
  ['Alt + F10', 'Jump to the toolbar (Esc to go back)'],
  ['Ctrl + K', 'Make a link, in the editor'],
  ['Ctrl + B, I, U', 'Bold, italic, underline, in the editor'],
  ['j, k', 'Next and previous person, on the People page'],
  ['1 to 5', 'New, contacted, offered, booked, closed, for that person'],
  ['F8', 'Go to notifications'],
] as const

type ShortcutListProps = { singleKeys: boolean; onSwitch: (on: boolean) => void; onClose: () => void }

/** The dialog that lists the keyboard shortcuts, and turns those of a single key on or off */
export function ShortcutList({ singleKeys, onSwitch, onClose }: ShortcutListProps) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcut-list">
        {shortcuts.map(([keys, what]) => (
          <Fact key={keys} name={<kbd>{keys}</kbd>}>
            {what}
          </Fact>
        ))}
      </dl>
      <CheckBox checked={singleKeys} onChange={(event) => onSwitch(event.currentTarget.checked)}>
        Turn on single-key shortcuts ( / n ? j k 1 to 5 )
      </CheckBox>
    </Modal>
  )
}

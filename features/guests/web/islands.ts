export const islands = {
  RevokeDialog: () => import('./admin-simple/revoke-dialog.tsx').then((m) => m.RevokeDialog),
  SendInviteButton: () => import('./admin-simple/send-invite-button.tsx').then((m) => m.SendInviteButton),
}

type GuestIslands = typeof islands

declare module '../../../core/web/island.tsx' {
  interface Islands extends GuestIslands {}
}

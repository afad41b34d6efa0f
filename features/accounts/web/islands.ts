export const islands = {
  NewPasswordField: () => import('./new-password-field.tsx').then((m) => m.NewPasswordField),
  PasskeySignIn: () => import('./passkey-sign-in.tsx').then((m) => m.PasskeySignIn),
}

type AccountsIslands = typeof islands

declare module '../../../core/web/island.tsx' {
  interface Islands extends AccountsIslands {}
}

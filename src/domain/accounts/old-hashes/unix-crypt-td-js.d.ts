declare module 'unix-crypt-td-js' {
  /** What the first crypt of Unix makes of the bytes of a password with a salt of two characters, which stands before it. */
  export default function unixCrypt(password: readonly number[], salt: string): string;
}

import { copyButton } from './dom.ts';

/** A button beside each value and each command of the start page, which copies it. */
for (const value of document.querySelectorAll<HTMLElement>('dd code, pre')) {
  const name = value.closest('dd')?.previousElementSibling?.textContent ?? 'command';
  value.after(copyButton('Copy', value.textContent ?? '', { class: 'copy', 'aria-label': `Copy ${name}` }));
}

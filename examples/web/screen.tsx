import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** A screen. When it is opened, its heading has the focus, so that screen readers begin there. */
export function Screen({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Runners`;
    heading.current?.focus();
  }, [title]);
  return (
    <main className={wide ? 'wide' : undefined}>
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </main>
  );
}

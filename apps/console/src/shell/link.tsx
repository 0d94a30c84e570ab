import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate } from './location.js';

/** An anchor to an address of the console; with a modifier key it opens as any other. */
export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return <a {...rest} href={href} onClick={follow} />;
}

import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
}

/** Says that a screen failed instead of leaving the page empty; the other screens go on. */
export class ScreenFailure extends Component<Props, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="notice bad" role="alert">
        This screen could not be shown. If the server was updated, load the page anew; its console has the details.
      </div>
    );
  }
}

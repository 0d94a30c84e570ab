import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  readonly onFailed: () => void;
}

/** Says that a screen failed instead of leaving the page empty; the other screens go on. */
export class ScreenFailure extends Component<Props, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailed();
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="notice bad row" role="alert">
        This screen could not be shown: the server may be away, or was updated meanwhile.
        <button
          type="button"
          className="small"
          onClick={() => {
            window.location.reload();
          }}
        >
          Load the page anew
        </button>
      </div>
    );
  }
}

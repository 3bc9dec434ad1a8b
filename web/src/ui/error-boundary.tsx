import { Component, type ReactNode } from 'react'
import { ScreenFailed } from './screen-failed.tsx'

interface Props {
  children: ReactNode
  /** A change of it clears the failure: the route's path. */
  resetKey?: string
}

/** Keeps a defect inside its screen: the shell and the other screens go on. */
export class ErrorBoundary extends Component<Props, { failed: Error | null }> {
  override state: { failed: Error | null } = { failed: null }

  static getDerivedStateFromError(failed: Error) {
    return { failed }
  }

  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.failed) this.setState({ failed: null })
  }

  override render() {
    const { failed } = this.state
    return failed ? (
      <ScreenFailed error={failed} onRetry={() => this.setState({ failed: null })} />
    ) : (
      this.props.children
    )
  }
}

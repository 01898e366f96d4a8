/**
 * The keys that open the palette on this platform.
 * @param control name of the Control key in the reader's language
 * @param platform `navigator.platform`
 */
export function commandKeys(control: string, platform: string): string[] {
  return [/^(?:Mac|iPhone|iPad)/.test(platform) ? "⌘" : control, "K"];
}

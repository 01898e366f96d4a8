interface StoredImageProps {
  src: string;
  className?: string;
}

/** A logo that this service stores. Decorative: a name stands next to it. */
export function StoredImage({ src, className }: StoredImageProps) {
  // biome-ignore lint/performance/noImgElement: logos are small already, and next/image would fetch them again.
  return <img src={src} alt="" className={className} />;
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const smallest = 0.05;
const largest = 3;

/** Below this scale the cards show large names and nothing else. */
const farBelow = 0.5;

/** From this scale on all that stands in a card can be read. */
const readableFrom = 0.7;

/** Around what is brought into view, in pixels of the screen. */
const margin = 32;

/** The part of the picture that is seen: where it is, and how large. */
export class View {
  readonly #svg: SVGSVGElement;
  readonly #content: SVGGElement;
  readonly #size: { readonly width: number; readonly height: number };
  #x = 0;
  #y = 0;
  #scale = 1;
  #animation = 0;

  constructor(svg: SVGSVGElement, content: SVGGElement, size: { readonly width: number; readonly height: number }) {
    this.#svg = svg;
    this.#content = content;
    this.#size = size;
    this.#listen();
  }

  /** Shows all of the picture. */
  fit(): void {
    this.show({ x: 0, y: 0, ...this.#size }, 1.25);
  }

  /** Brings a part of the picture into view, in the picture's own pixels, as large as it fits, up to a scale. */
  show({ x, y, width, height }: Rectangle, most: number, isAnimated = true): void {
    const { clientWidth, clientHeight } = this.#svg;
    const [wide, high] = [clientWidth - 2 * margin, clientHeight - 2 * margin];
    const scale = limited(Math.min(wide / Math.max(width, 1), high / Math.max(height, 1), most));
    this.#moveTo(
      (clientWidth - width * scale) / 2 - x * scale,
      (clientHeight - height * scale) / 2 - y * scale,
      scale,
      isAnimated,
    );
  }

  /** Moves no more than it takes to have a part of the picture in view. */
  reveal({ x, y, width, height }: Rectangle): void {
    if (this.#scale >= readableFrom && this.isSeen({ x, y, width, height })) return;
    const { clientWidth, clientHeight } = this.#svg;
    const scale = Math.max(this.#scale, readableFrom);
    this.#moveTo(clientWidth / 2 - (x + width / 2) * scale, clientHeight / 2 - (y + height / 2) * scale, scale, true);
  }

  /** Whether all of a part of the picture is in view. */
  isSeen({ x, y, width, height }: Rectangle): boolean {
    const { clientWidth, clientHeight } = this.#svg;
    const [left, top] = [x * this.#scale + this.#x, y * this.#scale + this.#y];
    return (
      left >= 0 && top >= 0 && left + width * this.#scale <= clientWidth && top + height * this.#scale <= clientHeight
    );
  }

  zoom(factor: number): void {
    const { clientWidth, clientHeight } = this.#svg;
    this.#zoomAt(clientWidth / 2, clientHeight / 2, factor, true);
  }

  pan(x: number, y: number): void {
    this.#moveTo(this.#x + x, this.#y + y, this.#scale, false);
  }

  #zoomAt(x: number, y: number, factor: number, isAnimated: boolean): void {
    const scale = limited(this.#scale * factor);
    const share = scale / this.#scale;
    this.#moveTo(x - (x - this.#x) * share, y - (y - this.#y) * share, scale, isAnimated);
  }

  #moveTo(x: number, y: number, scale: number, isAnimated: boolean): void {
    cancelAnimationFrame(this.#animation);
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const from = { x: this.#x, y: this.#y, scale: this.#scale };
    if (!isAnimated || isCalm) {
      this.#place(x, y, scale);
      return;
    }
    const began = performance.now();
    const frame = (now: number): void => {
      const share = Math.min(1, (now - began) / 220);
      const eased = 1 - (1 - share) ** 3;
      const between = (a: number, b: number): number => a + (b - a) * eased;
      this.#place(between(from.x, x), between(from.y, y), between(from.scale, scale));
      if (share < 1) this.#animation = requestAnimationFrame(frame);
    };
    this.#animation = requestAnimationFrame(frame);
  }

  #place(x: number, y: number, scale: number): void {
    [this.#x, this.#y, this.#scale] = [x, y, scale];
    this.#content.setAttribute('transform', `translate(${String(x)} ${String(y)}) scale(${String(scale)})`);
    this.#svg.classList.toggle('is-far', scale < farBelow);
  }

  #listen(): void {
    const svg = this.#svg;
    svg.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const { left, top } = svg.getBoundingClientRect();
        // A wheel counts in lines or pages in some browsers.
        const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 24);
        this.#zoomAt(event.clientX - left, event.clientY - top, Math.exp(-limitedTo(pixels, 120) * 0.0022), false);
      },
      { passive: false },
    );
    let held: { readonly id: number; x: number; y: number } | undefined;
    let isDragged = false;
    svg.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      held = { id: event.pointerId, x: event.clientX, y: event.clientY };
      isDragged = false;
    });
    svg.addEventListener('pointermove', (event) => {
      if (event.pointerId !== held?.id) return;
      const [x, y] = [event.clientX - held.x, event.clientY - held.y];
      if (!isDragged && Math.hypot(x, y) < 4) return;
      if (!isDragged) svg.setPointerCapture(event.pointerId);
      isDragged = true;
      svg.classList.add('is-dragged');
      [held.x, held.y] = [event.clientX, event.clientY];
      this.pan(x, y);
    });
    const release = (): void => {
      held = undefined;
      svg.classList.remove('is-dragged');
    };
    svg.addEventListener('pointerup', release);
    svg.addEventListener('pointercancel', release);
    // A drag is no click on what lies below it.
    svg.addEventListener(
      'click',
      (event) => {
        if (isDragged) event.stopPropagation();
        isDragged = false;
      },
      { capture: true },
    );
  }
}

function limited(scale: number): number {
  return Math.min(largest, Math.max(smallest, scale));
}

function limitedTo(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

"""The figures in Prometheus' words.

Knows prometheus-client, which is imported when somebody asks for figures and not before.
"""

from itertools import accumulate
from typing import TYPE_CHECKING

from labs.streaming_protocol.figures import BOUNDS, COUNTS, LABELS, TIMES, Figures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily

PREFIX = "koda_"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class _Collector:
    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def collect(self) -> "Iterator[CounterMetricFamily | HistogramMetricFamily]":
        """Every figure, also one of which there is none yet."""
        for name, told in COUNTS.items():
            yield self._counter(name, told)
        for name, told in TIMES.items():
            yield self._histogram(name, told)

    def _counter(self, name: str, told: str) -> "CounterMetricFamily":
        from prometheus_client.metrics_core import CounterMetricFamily

        family = CounterMetricFamily(PREFIX + name, told, labels=_labels(name))
        found = {label: n for (key, label), n in self._figures.counts.items() if key == name}
        for label, count in (found or _none(name)).items():
            family.add_metric(_values(label), count)
        return family

    def _histogram(self, name: str, told: str) -> "HistogramMetricFamily":
        from prometheus_client.metrics_core import HistogramMetricFamily

        family = HistogramMetricFamily(PREFIX + name, told, labels=_labels(name))
        edges = [*map(str, BOUNDS), "+Inf"]
        for (key, label), spread in self._figures.spreads.items():
            if key == name:
                buckets = list(zip(edges, map(float, accumulate(spread.buckets)), strict=True))
                family.add_metric(_values(label), buckets, spread.sum)
        return family


def exposition(figures: Figures) -> bytes:
    """The figures as a Prometheus server reads them."""
    from prometheus_client import CollectorRegistry, generate_latest

    registry = CollectorRegistry()
    registry.register(_Collector(figures))
    return generate_latest(registry)


def _labels(name: str) -> list[str]:
    return [LABELS[name]] if name in LABELS else []


def _values(label: str) -> list[str]:
    return [label] if label else []


def _none(name: str) -> dict[str, int]:
    return {} if name in LABELS else {"": 0}

"""One cluster as a picture: the medoid in the middle, nearer to it what is more like it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from simhash_gui.services.detection.answers.cluster_graph import ClusterGraph
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Token, mix

_NODE_PX = 9.0
_NEAR_PX = 6.0
_MARGIN_PX = 64.0
_INNER, _OUTER = 0.35, 1.0
_NAME_CHARACTERS = 22
_FORWARD = {Qt.Key.Key_Right, Qt.Key.Key_Down}
_BACKWARD = {Qt.Key.Key_Left, Qt.Key.Key_Up}


class GraphView(QWidget):
    """Click a line to compare its two documents, a point to compare it with the medoid.

    By key: arrows go from document to document, Enter compares.
    """

    compared = Signal(object)  # (document id, document id)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._graph: ClusterGraph | None = None
        self._places: Sequence[tuple[float, float]] = ()
        self.current = 0
        self._hovered: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        Theme.current().changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(420, 360)

    def show_graph(self, graph: ClusterGraph | None) -> None:
        """Show another cluster, or none."""
        self._graph, self._hovered = graph, None
        self._places = () if graph is None else _places(graph)
        self.current = 1 if graph is not None and len(graph) > 1 else 0
        self._tell()
        self.update()

    def point(self, node: int) -> QPointF:
        """Where a document is, in pixels of the widget."""
        x, y = self._places[node]
        reach_x = max(self.width() / 2 - _MARGIN_PX, 20.0)
        reach_y = max(self.height() / 2 - _MARGIN_PX / 2, 20.0)
        return QPointF(self.width() / 2 + x * reach_x, self.height() / 2 + y * reach_y)

    def line(self, edge: int) -> QLineF:
        """Where a pair is."""
        graph = self._graph
        assert graph is not None
        return QLineF(self.point(int(graph.left[edge])), self.point(int(graph.right[edge])))

    def node_text(self, node: int) -> str:
        """What a document says."""
        graph = self._graph
        assert graph is not None
        name = fmt.path(graph.names[node])
        if node == 0:
            return QCoreApplication.translate("GraphView", "{name}: the medoid").format(name=name)
        text = QCoreApplication.translate("GraphView", "{name}: {share} in common with the medoid")
        return text.format(name=name, share=fmt.share(float(graph.to_medoid()[node])))

    def edge_text(self, edge: int) -> str:
        """What a pair says."""
        graph = self._graph
        assert graph is not None
        text = QCoreApplication.translate(
            "GraphView", "{a} and {b}: {share} in common, distance {distance}"
        )
        return text.format(
            a=fmt.path(graph.names[int(graph.left[edge])]),
            b=fmt.path(graph.names[int(graph.right[edge])]),
            share=fmt.share(float(graph.overlaps[edge])),
            distance=int(graph.distances[edge]),
        )

    def node_at(self, position: QPointF) -> int | None:
        """The document at a point."""
        for node in range(len(self._places)):
            if QLineF(self.point(node), position).length() <= _NODE_PX + 3:
                return node
        return None

    def edge_at(self, position: QPointF) -> int | None:
        """The pair at a point, the nearest if there are several."""
        count = 0 if self._graph is None else len(self._graph.left)
        far = [(_distance(self.line(edge), position), edge) for edge in range(count)]
        near = min(far, default=(math.inf, -1))
        return near[1] if near[0] <= _NEAR_PX else None

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        graph = self._graph
        node = self.node_at(event.position())
        edge = self.edge_at(event.position()) if node is None else None
        if graph is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        if node is not None:
            self._choose(node)
            self._compare(0, node)
        elif edge is not None:
            self._compare(int(graph.left[edge]), int(graph.right[edge]))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        node = self.node_at(event.position())
        hovered = self.edge_at(event.position()) if node is None else None
        is_something = node is not None or hovered is not None
        shape = Qt.CursorShape.PointingHandCursor if is_something else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, count = Qt.Key(event.key()), len(self._places)
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._compare(0, self.current)
        elif count and key in _FORWARD | _BACKWARD:
            self._choose((self.current + (1 if key in _FORWARD else -1)) % count)
        else:
            super().keyPressEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            position = QPointF(event.pos())
            node, edge = self.node_at(position), self.edge_at(position)
            text = self.node_text(node) if node is not None else ""
            text = text or (self.edge_text(edge) if edge is not None else "")
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def _choose(self, node: int) -> None:
        self.current = node
        self._tell()
        self.update()

    def _compare(self, first: int, second: int) -> None:
        graph = self._graph
        if graph is not None and len(graph) > 1 and first != second:
            self.compared.emit((int(graph.document_ids[first]), int(graph.document_ids[second])))

    def _tell(self) -> None:
        self.setAccessibleDescription(self.node_text(self.current) if self._places else "")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        graph = self._graph
        if graph is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for edge in range(len(graph.left)):
            self._paint_edge(painter, graph, edge)
        for node in reversed(range(len(graph))):
            self._paint_node(painter, node)
        for node, area in self.names_shown().items():
            _paint_name(painter, area, fmt.path(graph.names[node]))

    def names_shown(self) -> dict[int, QRectF]:
        """Where names stand, by document: as many as have room beside the points and each other.

        That of the medoid and of the current document always have one.
        """
        graph = self._graph
        if graph is None:
            return {}
        found: dict[int, QRectF] = {}
        metrics = QFontMetricsF(Theme.current().font(FontRole.CAPTION))
        points = [self.point(node) for node in range(len(graph))]
        for node in dict.fromkeys([0, self.current, *range(len(graph))]):
            size = metrics.size(0, _short_name(metrics, fmt.path(graph.names[node])))
            taken = [*found.values(), *(_around(p) for p in points if p != points[node])]
            places = _places_of_name(points[node], size.width() + 6, size.height(), self.width())
            free = (area for area in places if not any(map(area.intersects, taken)))
            beside = (area for area in places if not any(map(area.intersects, found.values())))
            area = next(free, next(beside, None) if node in {0, self.current} else None)
            if area is not None:
                found[node] = area
        return found

    def _paint_edge(self, painter: QPainter, graph: ClusterGraph, edge: int) -> None:
        theme, overlap = Theme.current(), float(graph.overlaps[edge])
        color = mix(theme.color(Token.SURFACE), theme.color(Token.MUTED), 0.25 + 0.6 * overlap)
        if edge == self._hovered:
            color = theme.color(Token.ACCENT)
        painter.setPen(QPen(color, 0.8 + 2.4 * max(overlap - 0.5, 0.0)))
        painter.drawLine(self.line(edge))

    def _paint_node(self, painter: QPainter, node: int) -> None:
        theme, point = Theme.current(), self.point(node)
        is_current = self.hasFocus() and node == self.current
        fill = theme.color(Token.ACCENT if node == 0 else Token.RAISED)
        edge = theme.color(Token.ACCENT if is_current or node == 0 else Token.MUTED)
        painter.setPen(QPen(edge, 3.0 if is_current else 1.5))
        painter.setBrush(fill)
        painter.drawEllipse(point, _NODE_PX, _NODE_PX)


def _around(point: QPointF) -> QRectF:
    return QRectF(point.x() - _NODE_PX, point.y() - _NODE_PX, 2 * _NODE_PX, 2 * _NODE_PX)


def _places_of_name(point: QPointF, width: float, height: float, most_px: int) -> list[QRectF]:
    """Below, above, right and left of a point, inside the width of the view."""
    aside, beyond = _NODE_PX + 1 + width / 2, _NODE_PX + 1 + height / 2
    places = []
    for x, y in ((0.0, beyond), (0.0, -beyond), (aside, 0.0), (-aside, 0.0)):
        area = QRectF(0, 0, width, height)
        area.moveCenter(QPointF(point.x() + x, point.y() + y))
        if y:
            area.moveLeft(min(max(area.left(), 0.0), max(most_px - width, 0.0)))
        if area.left() >= 0 and area.right() <= max(most_px, width):
            places.append(area)
    return places


def _short_name(metrics: QFontMetricsF, name: str) -> str:
    most = metrics.averageCharWidth() * _NAME_CHARACTERS
    return metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, most)


def _paint_name(painter: QPainter, area: QRectF, name: str) -> None:
    theme = Theme.current()
    font = theme.font(FontRole.CAPTION)
    background = QColor(theme.color(Token.SURFACE))
    background.setAlphaF(0.8)
    painter.fillRect(area, background)
    painter.setFont(font)
    painter.setPen(theme.color(Token.TEXT))
    text = _short_name(QFontMetricsF(font), name)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)


def _places(graph: ClusterGraph) -> list[tuple[float, float]]:
    """The medoid in the middle, the others around it, farther out what has less in common."""
    shares = graph.to_medoid()[1:]
    least = float(shares.min()) if len(shares) else 1.0
    spread = max(1.0 - least, 1e-6)
    radii = _INNER + (_OUTER - _INNER) * (1.0 - shares) / spread
    angles = -math.pi / 2 + 2 * math.pi * np.arange(len(shares)) / max(len(shares), 1)
    around = zip((radii * np.cos(angles)).tolist(), (radii * np.sin(angles)).tolist(), strict=True)
    return [(0.0, 0.0), *around]


def _distance(line: QLineF, point: QPointF) -> float:
    """From a point to a line that ends."""
    length = line.length()
    if length == 0:
        return QLineF(line.p1(), point).length()
    along = QPointF.dotProduct(point - line.p1(), line.p2() - line.p1()) / length**2
    return QLineF(line.pointAt(min(max(along, 0.0), 1.0)), point).length()
